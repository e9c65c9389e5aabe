// The site without a network: a service worker, before which its build writes FILES and VERSION.
const isOld = (name) => name.startsWith("cardtable ") && name !== VERSION;

async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  await skipWaiting();
}

async function takeOver() {
  await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The answer of the network, else the file that is kept here. */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const address = request.url.replace(/[?#].*/, "").replace(/\/$/, "/index.html");
    const kept = await caches.match(address);
    if (!kept) throw error;
    return kept;
  }
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => event.request.method === "GET" && event.respondWith(answer(event.request)));
