// Run inside the page by look.py: what is wrong with what is shown now, as a list of sentences.
(() => {
  const faults = [];
  const parse = (text) => {
    const n = (text.match(/[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    if (text.startsWith("color(srgb")) return [n[0] * 255, n[1] * 255, n[2] * 255, n[3] ?? 1];
    return n.length < 3 ? null : [n[0], n[1], n[2], n[3] ?? 1];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const luminance = (c) => {
    const [r, g, b] = c.slice(0, 3).map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  // Every ground a text may stand on: with a gradient, each of its colours.
  const grounds = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      const colour = parse(style.backgroundColor);
      const stops = (style.backgroundImage.match(/(rgba?|color)\([^)]*\)/g) ?? []).map(parse).filter(Boolean);
      if (colour && colour[3] > 0 || stops.length) layers.push({ colour: colour ?? [0, 0, 0, 0], stops });
      if (colour && colour[3] === 1) break;
    }
    let bases = [scheme];
    for (const { colour, stops } of layers.reverse()) {
      bases = bases.map((base) => over(colour, base));
      bases = bases.concat(bases.flatMap((base) => stops.map((stop) => over(stop, base))));
    }
    return bases;
  };
  const opacity = (element) => {
    let all = 1;
    for (let e = element; e; e = e.parentElement) all *= Number(getComputedStyle(e).opacity);
    return all;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest(".unseen") && element.getClientRects().length > 0;
  const name = (element) => `${element.tagName.toLowerCase()}${element.id ? "#" + element.id : ""}`
    + `${element.classList.length ? "." + element.classList[0] : ""}`;
  const check = (element, colour, needed, what) => {
    const alpha = opacity(element);
    for (const ground of grounds(element)) {
      const seen = over([...colour.slice(0, 3), colour[3] * alpha], ground);
      const is = ratio(seen, ground);
      if (is < needed - 0.005) {
        faults.push(`contrast ${is.toFixed(2)} < ${needed}: ${name(element)} ${what} `
          + `rgb(${seen.slice(0, 3).map(Math.round)}) on rgb(${ground.slice(0, 3).map(Math.round)})`);
        return;
      }
    }
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (!text || !isShown(element) || element.closest("script, noscript")) continue;
    if (element.closest("[inert]")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    check(element, parse(style.color), isLarge ? 3 : 4.5, JSON.stringify(text.slice(0, 30)));
  }
  for (const path of document.querySelectorAll(".board .lit, .plot .path, .signal path")) {
    if (!isShown(path)) continue;
    check(path.closest(".board, .plot, .signal"), parse(getComputedStyle(path).stroke), 3, "drawing");
  }

  // Fingers are not pixels; and nobody scrolls sideways.
  for (const control of document.querySelectorAll("button, input, select, summary, a:not(.skip)")) {
    if (!isShown(control) || control.disabled) continue;
    const box = control.getBoundingClientRect();
    if (box.width < 44 || box.height < 44) {
      faults.push(`small: ${name(control)} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`wide: scrolls sideways by ${wide}`);
  const boxes = "h1, h2, h3, p, button, label, li, strong, span, dt, dd, a";
  for (const element of document.querySelectorAll(boxes)) {
    if (!isShown(element) || element.scrollWidth <= element.clientWidth + 1) continue;
    if (getComputedStyle(element).display === "inline") continue;
    if (element.matches(".dome")) continue; // its collar is wider; its word is looked at by itself
    faults.push(`cut off: ${name(element)} ${JSON.stringify(element.textContent.trim().slice(0, 30))}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of ids.filter((id, place) => ids.indexOf(id) !== place)) faults.push(`twice: #${id}`);
  return [...new Set(faults)];
})()
