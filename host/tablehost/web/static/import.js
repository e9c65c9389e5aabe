// A game of a file is taken in by the server, which judges it first.
import { byId, say } from "./texts.js";
import { make } from "./table.js";

const MOST = 16 << 20; // bytes
const [said, file] = ["said", "file"].map(byId);

async function send(chosen) {
  if (chosen.size > MOST) return { messages: [say("import-too-long")] };
  try {
    const name = encodeURIComponent(chosen.name);
    const answer = await fetch(`${said.dataset.address}&name=${name}`, { method: "POST", body: chosen });
    return await answer.json();
  } catch {
    return { messages: [say("import-unanswered")] };
  }
}

file.addEventListener("change", async () => {
  if (!file.files.length) return;
  said.replaceChildren(make("p", "", say("import-under-way")));
  const { ok, messages, game } = await send(file.files[0]);
  const kind = ok ? "fine" : "finding";
  said.replaceChildren(
    make("p", `state ${kind}`, say(ok ? "import-taken" : "import-refused")),
    make("ul", "", "", ...messages.map((one) => make("li", "", one))),
  );
  if (ok) {
    const link = make("a", "button", say("import-look", { n: game }));
    link.href = `/games/${game}`;
    said.append(link);
  }
  file.value = "";
});
