"""Looks of a page by the pixels of a real browser: contrasts of its controls, and empty bars."""

import base64

LEAST = 4.5  # the contrast that text needs, by WCAG 2.2, 1.4.3

# Each line of text of a control or a note that can be seen now and was not measured before, with its place.
_CONTROLS = """() => [...document.querySelectorAll('button:enabled, a, summary, label, .note')]
    .filter(one => !one.measured)
    .flatMap(one => {
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        for (let text; (text = texts.nextNode());) {
            if (!text.data.trim() || !text.parentElement.checkVisibility({opacityProperty: true})) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            const {x, y, width, height} = range.getClientRects()[0] ?? {};
            const seen = [y + 1, y + height - 1].map(at => document.elementFromPoint(x + width / 2, at));
            if (width < 3 || !seen.every(at => at && (one.contains(at) || at.contains(text)))) continue;
            one.measured = true;
            return [{words: one.textContent.trim().replace(/\\s+/g, ' '), x, y, width, height}];
        }
        return [];
    })"""

# The contrast of each place: between its most frequent colour and the one that differs most from that.
_MEASURE = """async ([picture, places]) => {
    const bytes = await (await fetch('data:image/png;base64,' + picture)).blob();
    const image = await createImageBitmap(bytes);
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const linear = (part) => part <= 10 ? part / 3294.6 : ((part / 255 + .055) / 1.055) ** 2.4;
    const light = (rgb) => .2126 * linear(rgb >> 16)
        + .7152 * linear(rgb >> 8 & 255) + .0722 * linear(rgb & 255);
    return places.map(({words, x, y, width, height}) => {
        const {data} = context.getImageData(x, y, Math.ceil(width), Math.ceil(height));
        const found = new Map();
        for (let at = 0; at < data.length; at += 4) {
            const rgb = data[at] << 16 | data[at + 1] << 8 | data[at + 2];
            found.set(rgb, (found.get(rgb) ?? 0) + 1);
        }
        const [ground] = [...found].reduce((one, other) => other[1] > one[1] ? other : one);
        const ratio = (one, other) => (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
        return [words, Math.max(...[...found.keys()].map(rgb => ratio(light(rgb), light(ground))))];
    });
}"""

_EMPTY = """() => [...document.querySelectorAll('main *')].filter(one => {
    const look = getComputedStyle(one), box = one.getBoundingClientRect();
    const drawn = ['img', 'svg', 'input', 'select', 'textarea', 'hr', 'use', 'canvas', 'i'];
    return one.checkVisibility() && box.width > 8 && box.height > 2 && !one.textContent.trim()
        && !drawn.includes(one.localName) && !one.querySelector(drawn.join())
        && !['img', 'presentation'].includes(one.role) && !one.closest('svg, .card')
        && (look.borderTopWidth !== '0px' || look.backgroundColor !== 'rgba(0, 0, 0, 0)');
}).map(one => `${one.localName}#${one.id}.${one.className}`)"""


def measure(page):
    """Return the contrasts of all buttons and links that can be seen on a page, by their words."""
    judge = page.context.new_page()
    found = {}
    for top in range(0, page.evaluate("document.documentElement.scrollHeight"), 400):
        page.evaluate("top => scrollTo(0, top)", top)
        places = page.evaluate(_CONTROLS)
        if places:
            picture = base64.b64encode(page.screenshot(animations="disabled")).decode()
            for words, contrast in judge.evaluate(_MEASURE, [picture, places]):
                found[words] = min(contrast, found.get(words, contrast))
    judge.close()
    return found


def find_empty_bars(page):
    """Return the elements that are drawn though they have nothing to say."""
    return page.evaluate(_EMPTY)
