/*
 * What runs in a page. Only the source of a function gets there: each stands alone.
 */

/** Waits until an element's text has something. @returns the text; as it is after so many seconds if it never has */
export const textWith = async ([selector, pattern, seconds]: readonly [
  string,
  string,
  number,
]): Promise<string> => {
  const text = () => document.querySelector<HTMLElement>(selector)?.innerText ?? '';
  for (const late = Date.now() + seconds * 1000; Date.now() < late; ) {
    if (new RegExp(pattern).test(text())) break;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return text();
};

/** The whole hash of the run. */
export const hashShown = (): string =>
  /[0-9a-f]{64}/.exec(document.querySelector('[aria-label="Run hash"]')?.getAttribute('title') ?? '')?.[0] ??
  '';

/** SHA-256 of what *Export JSON* gives, in hex; nothing is written to the disk. */
export const exported = async (): Promise<string> => {
  const { click } = HTMLAnchorElement.prototype;
  const { createObjectURL } = URL;
  HTMLAnchorElement.prototype.click = () => undefined;
  const blob = await new Promise<Blob>(resolve => {
    URL.createObjectURL = given => {
      resolve(given as Blob);
      return createObjectURL(given);
    };
    document.querySelector<HTMLElement>('[aria-label="Export JSON"]')?.click();
  });
  HTMLAnchorElement.prototype.click = click;
  URL.createObjectURL = createObjectURL;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
};

/** Drops a text file on the page. */
export const drop = ([name, text]: readonly [string, string]): void => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name, { type: 'text/plain' }));
  for (const type of ['dragenter', 'dragover', 'drop'])
    document
      .querySelector('main')
      ?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
};

/** Gives a file, its bytes in base64, to the field for a GGUF. */
export const giveGguf = async ([name, bytes]: readonly [string, string]): Promise<void> => {
  const whole = Uint8Array.from(atob(bytes), character => character.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([whole], name));
  const field = document.querySelector<HTMLInputElement>('input[type="file"][accept*="gguf"]');
  if (field === null) return;
  field.files = data.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Presses a button by the words on it. @returns whether there was one that can be pressed */
export const pressed = (words: string): boolean => {
  const buttons = [...document.querySelectorAll('button')];
  const button = buttons.find(({ innerText, disabled }) => innerText.trim() === words && !disabled);
  button?.click();
  return button !== undefined;
};

/** Moves the focus to an element. @returns whether it has it */
export const focus = (selector: string): boolean => {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null && document.activeElement === element;
};

/** Name of what has the focus, and whether one sees that it has it. */
export const focused = (): readonly [name: string, isVisible: boolean] => {
  const element = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const stroke = element.querySelector(':scope > rect');
  const isVisible =
    (outlineStyle !== 'none' && outlineWidth !== '0px') ||
    boxShadow !== 'none' ||
    element === document.body ||
    (stroke !== null && getComputedStyle(stroke).strokeWidth === '2px');
  return [element.getAttribute('aria-label') ?? element.innerText?.trim().split('\n')[0] ?? '', isVisible];
};

/** Chooses an option, as a click on it does. */
export const choose = ([selector, value]: readonly [string, string]): void => {
  const select = document.querySelector<HTMLSelectElement>(selector);
  if (select === null) return;
  // React listens to the setter of the element's own class.
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
