import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { IslandProps } from './mount.js';
import type { Entry } from '../search-entries.js';
import { type SearchResult, NOTHING } from './search-index.js';
import { loadIndex } from './search-load.js';
import { SearchResults } from './search-results.js';

type Find = (typed: string) => SearchResult;

/*
 * A combobox with a list, as the ARIA Authoring Practices have it: the focus stays in the field, arrows move through
 * the list, Enter opens what is chosen or else the first, Escape closes the list and then empties the field.
 */
export function Search({ id }: IslandProps) {
  const input = useRef<HTMLInputElement>(null);
  const [find, setFind] = useState<Find | 'failed'>();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<SearchResult & { readonly typed?: string }>(NOTHING);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const entries = open ? entriesIn(found) : [];

  useLayoutEffect(() => focusOnSlash(input.current!), []);
  useEffect(() => {
    if (typeof find !== 'function') return undefined;
    const frame = requestAnimationFrame(() => setFound({ ...find(typed), typed }));
    return () => cancelAnimationFrame(frame);
  }, [find, typed]);

  function load(): void {
    if (find !== undefined) return;
    loadIndex().then(
      (loaded) => setFind(() => loaded),
      () => setFind('failed'),
    );
  }

  function go(entry: Entry | undefined): void {
    if (entry === undefined) return;
    setOpen(false);
    input.current?.blur();
    location.assign(entry.href);
  }

  function onKeyDown(event: JSX.TargetedKeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.total > 0) {
      const { length } = entriesIn(found);
      setOpen(true);
      // One place more than there are entries: the field itself.
      setActive((was) => ((was + 1 + step + length + 1) % (length + 1)) - 1);
    } else if (event.key === 'Enter' && typeof find === 'function') {
      // A fast typist presses Enter before the frame in which the list is made.
      go(found.typed === typed ? entriesIn(found)[Math.max(active, 0)] : entriesIn(find(typed))[0]);
    } else if (event.key === 'Escape') {
      if (!open) setTyped('');
      setOpen(false);
      setActive(-1);
    } else return;
    event.preventDefault();
  }

  return (
    <div role="search" class="search">
      <label class="hidden" for={`${id}-field`}>
        Search
      </label>
      <input
        ref={input}
        id={`${id}-field`}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[active] && `${id}-${active}`}
        aria-keyshortcuts="/"
        placeholder="Search: -1022, my order hung"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onFocus={load}
        onBlur={() => setOpen(false)}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <SearchResults
        id={id}
        found={found}
        open={open}
        active={active}
        said={told(open, typed, find, found)}
        onChoose={go}
      />
    </div>
  );
}

const entriesIn = ({ groups }: SearchResult): readonly Entry[] => groups.flatMap(({ entries }) => entries);

/** The words of a screen reader while a person types. */
function told(open: boolean, typed: string, find: Find | 'failed' | undefined, found: SearchResult): string {
  if (!open || typed.trim() === '') return '';
  if (find === 'failed') return 'search-index.js could not be loaded.';
  if (find === undefined) return 'Loading';
  if (found.total === 0) return `Nothing is found for ${typed}.`;
  const shown = entriesIn(found).length;
  return shown === found.total ? `${shown} found` : `${shown} of ${found.total} found`;
}

/** The key `/` leads to the field, except where one types. */
function focusOnSlash(field: HTMLInputElement): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const typing = (event.target as Element).closest('input:not([type=checkbox]), select, textarea');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing !== null) return;
    event.preventDefault();
    field.focus();
    field.select();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
