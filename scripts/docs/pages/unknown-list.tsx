import type { Unknown } from '../model/unknowns.js';
import { Prose } from '../parts/prose.js';

interface UnknownListProps {
  readonly unknowns: readonly Unknown[];
  readonly label: string;
}

/** Open questions about an operation. */
export function UnknownList({ unknowns, label }: UnknownListProps) {
  if (unknowns.length === 0) return <p>None about this operation in particular.</p>;
  return (
    <ul class="questions" aria-label={label}>
      {unknowns.map(({ id, question, observed, client, option }) => (
        <li>
          <a href={`unknowns.html#unknown.${id}`}>
            <code>{id}</code>
          </a>
          <p>
            <Prose text={question} />
          </p>
          <p class="not-declared">
            <span class="mark observed">observed</span>{' '}
            <span>
              <Prose text={observed ?? 'Nothing.'} />
            </span>
          </p>
          <p class="not-declared">
            <span class="mark assumed">assumed</span> The client:{' '}
            <span>
              <Prose text={client} />
            </span>
            {option !== null && (
              <>
                {' '}
                Option: <code>{option}</code>.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
