// States come ten times a second: what has not changed is not touched, or it would be read aloud again.

export const by = (id) => document.getElementById(id);

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setHidden(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** The picture of a station; decoration, since its name always stands beside it. */
export function setFace(image, id) {
  setHidden(image, !id);
  const address = `/avatars/${id}.svg`;
  if (id && image.getAttribute("src") !== address) image.src = address;
}

export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** Makes the children of `list` those of `items`, in their order: `key(item)` says who is who. */
export function keep(list, items, key, create, update) {
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  let place = list.firstElementChild;
  for (const item of items) {
    const name = key(item);
    let child = old.get(name);
    if (child) {
      old.delete(name);
    } else {
      child = create(item);
      child.dataset.key = name;
    }
    update?.(child, item);
    // Moving what is in its place already would take the focus from it.
    if (child === place) place = place.nextElementSibling;
    else list.insertBefore(child, place);
  }
  for (const child of old.values()) child.remove();
}
