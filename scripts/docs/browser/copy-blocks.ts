import { loadScript } from './search-load.js';

/** Puts a copy button into the frame of each block of code. Its words are style: the text of the page stays as it is. */
export function addCopyButtons(): void {
  const said = liveRegion();
  for (const frame of document.querySelectorAll<HTMLElement>('.code')) {
    frame.append(copyButton('Copy code', async () => frame.querySelector('pre')?.textContent ?? '', said));
  }
  const twin = document.querySelector<HTMLAnchorElement>('.tools .twin');
  twin?.before(copyButton('Copy page', () => loadTwin(twin.getAttribute('href')!), said));
}

/** A button that copies a text, and says on itself and to screen readers what came of it. */
function copyButton(label: string, textOf: () => Promise<string>, said: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-text';
  button.setAttribute('aria-label', label);
  button.addEventListener('click', () => {
    void textOf()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => 'Copied',
        () => 'Not allowed',
      )
      .then((outcome) => {
        said.textContent = outcome === 'Copied' ? 'Copied.' : 'Copying is not allowed. Select the text.';
        button.dataset['said'] = outcome;
        setTimeout(() => delete button.dataset['said'], 2000);
      });
  });
  return button;
}

function liveRegion(): HTMLElement {
  const said = document.createElement('p');
  said.className = 'hidden';
  said.setAttribute('role', 'status');
  document.querySelector('header')?.append(said);
  return said;
}

declare global {
  /** Set by NAME.md.js: the page as Markdown. */
  var futuresPageText: string | undefined;
}

/** The Markdown of this page comes as a script, because a file may not fetch a file. */
async function loadTwin(href: string): Promise<string> {
  if (globalThis.futuresPageText === undefined) await loadScript(`${href}.js`);
  return globalThis.futuresPageText ?? '';
}
