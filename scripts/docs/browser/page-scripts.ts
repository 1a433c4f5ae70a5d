import { DECLARED_ONLY_KEY, LANGUAGE_KEY, readStored, store } from './stored.js';
import { loadScript } from './search-load.js';

/* Small scripts of every page: without them it reads the same. */

/** Facts, each once: what is inside another that is hidden, and what stands at its head, count with it. */
const FACTS = 'main .not-declared:not(dt, thead th, .not-declared .not-declared)';

/** The switch hides by style alone; this keeps it for the next page, and says how much it hides. */
export function rememberDeclaredOnly(): void {
  const box = document.querySelector<HTMLInputElement>('#declared-only');
  if (box === null) return;
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  box.closest('label')?.after(said);

  const tell = (): void => {
    said.textContent = box.checked ? hiddenText(document.querySelectorAll(FACTS).length) : '';
  };
  box.addEventListener('change', () => {
    store(DECLARED_ONLY_KEY, box.checked ? 'yes' : undefined);
    tell();
  });
  addEventListener('pageshow', ({ persisted }) => {
    // A page out of the browser's memory is as old as it was left.
    if (persisted) box.checked = readStored(DECLARED_ONLY_KEY) === 'yes';
    tell();
  });
}

const hiddenText = (count: number): string => (count === 1 ? '1 fact is hidden' : `${count} facts are hidden`);

/** Keeps the language of the samples for the next page. The tabs themselves need no script. */
export function rememberLanguage(): void {
  for (const tab of document.querySelectorAll<HTMLInputElement>('.tabs input')) {
    tab.addEventListener('change', () => store(LANGUAGE_KEY, tab.value));
  }
}

/** Opens what the address leads into: not every browser opens a closed part by itself. */
export function revealTarget(): void {
  const reveal = (): void => {
    const target = document.querySelector(':target');
    // A sample in another language than the chosen one.
    const tab = document.querySelector<HTMLInputElement>(
      `.tabs input[value="${target?.getAttribute('data-language') ?? ''}"]`,
    );
    if (tab) tab.checked = true;
    const closed = (): HTMLDetailsElement | null | undefined => target?.closest('details:not([open])');
    if (!closed()) return;
    for (let part = closed(); part; part = closed()) part.open = true;
    target?.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  addEventListener('load', reveal);
}

/** Marks in the contents the section that is read: the last one whose heading has passed the upper third. */
export function followSections(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents li li a, .toc a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length === 0) return;
  let waits = false;

  function mark(): void {
    waits = false;
    const passed = headings.map((heading) => (heading?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3);
    const current = passed.lastIndexOf(true);
    for (const [i, link] of links.entries()) {
      if (i === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  }

  addEventListener(
    'scroll',
    () => {
      if (!waits) requestAnimationFrame(mark);
      waits = true;
    },
    { passive: true },
  );
  mark();
}

/** Names each cell after its column, for narrow screens: there a line is a card, and its head is out of sight. */
export function labelCells(): void {
  for (const table of document.querySelectorAll('.table table')) {
    const heads = [...table.querySelectorAll('thead > tr > *')].map((head) => head.textContent ?? '');
    for (const row of table.querySelectorAll('tbody > tr')) {
      for (const [i, cell] of [...row.children].entries()) {
        if (i > 0 && heads[i]) cell.setAttribute('data-label', heads[i]);
      }
    }
  }
}

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
