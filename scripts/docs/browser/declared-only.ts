import { DECLARED_ONLY_KEY } from './choices.js';
import { readStored, store } from './stored.js';

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
