import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../search-entries.js';
import type { SearchResult } from './search-index.js';

interface SearchResultsProps {
  readonly id: string;
  readonly found: SearchResult;
  readonly open: boolean;
  readonly active: number;
  /** Their number, or why there are none; read out when it changes. */
  readonly said: string;
  readonly onChoose: (entry: Entry) => void;
}

/** The results, page by page. Options are never focused: the field is. */
export function SearchResults({ id, found, open, active, said, onChoose }: SearchResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [active]);
  let place = 0;
  return (
    <div class={said === '' ? 'hidden' : 'found'}>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="What is found" hidden={!open || found.total === 0}>
        {found.groups.map(({ page, entries }, group) => (
          <div role="group" aria-labelledby={`${id}-group-${group}`} key={page}>
            <div id={`${id}-group-${group}`} role="presentation" class="page">
              {page}
            </div>
            {entries.map((entry) => {
              const here = place++;
              return (
                <div
                  key={entry.href}
                  id={`${id}-${here}`}
                  role="option"
                  aria-selected={here === active}
                  // The field must not lose the focus before the click arrives.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(entry)}
                >
                  <b>{entry.title}</b> <small>{entry.text}</small>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status">{said}</p>
    </div>
  );
}
