// Words of round dots, as on the front of a bus: readable across a room, without a font to load.

/** Columns of five by seven dots, the lowest bit on top; the classic of small displays. */
const glyphs = Object.fromEntries(`
A 7C1211127C|B 7F49494936|C 3E41414122|D 7F4141413E|E 7F49494941|F 7F09090901|G 3E4149597A|H 7F0808087F
I 417F41|J 2040413F01|K 7F08142241|L 7F40404040|M 7F02040804027F|N 7F0408107F|O 3E4141413E|P 7F09090906
Q 3E4151215E|R 7F09192946|S 4649494931|T 01017F0101|U 3F4040403F|V 1F2040201F|W 3F40403840403F
X 6314081463|Y 0708700807|Z 6151494543|! 5F|? 0201510906|0 3E5149453E|1 427F40|2 4261514946|3 2141454B31
4 1814127F10|5 2745454539|6 3C4A494930|7 0171090503|8 3649494936|9 064949291E|: 36|. 60|- 080808
… 4000400040`.trim().split(/[|\n]/).map((entry) => {
  const [letter, columns] = entry.split(" ");
  return [letter, columns.match(/../g).map((column) => parseInt(column, 16))];
}));

function columnsOf(text, isBold) {
  const columns = [];
  for (const letter of text.toUpperCase()) {
    if (columns.length) columns.push(...(isBold ? [0, 0] : [0]));
    const thin = letter === " " ? [0, 0] : glyphs[letter] ?? glyphs["?"];
    // Bold is twice the same, a dot beside itself.
    columns.push(...(isBold ? [...thin, 0].map((column, x) => column | (thin[x - 1] ?? 0)) : thin));
  }
  return columns;
}

/** Shows `text`; readers of screens are told elsewhere, in a whole sentence. */
export function showOn(board, text) {
  if (board.dataset.text === text) return;
  board.dataset.text = text;
  const isTall = board.classList.contains("tall");
  const columns = columnsOf(text, isTall || text.length < 3);
  board.style.setProperty("--columns", columns.length); // how high it may be: round.css
  let lit = "", dark = "";
  columns.forEach((column, x) => {
    for (let y = 0; y < 7; y++) {
      // A line of no length with a round end is a dot.
      const dot = `M${x * 10 + 5} ${y * 10 + 5}h0`;
      if ((column >> y) & 1) lit += dot; else dark += dot;
    }
  });
  const sign = draw("svg", {
    viewBox: `0 0 ${columns.length * 10} 70`, "aria-hidden": "true",
    preserveAspectRatio: isTall ? "none" : "xMidYMid meet",
  });
  sign.append(draw("path", { class: "dark", d: dark }), draw("path", { class: "lit", d: lit }));
  board.replaceChildren(sign);
}

function draw(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
