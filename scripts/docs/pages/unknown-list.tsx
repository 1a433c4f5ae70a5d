import { useContext } from 'preact/hooks';
import type { Unknown } from '../model/unknowns.js';
import { OneFile } from '../parts/one-file.js';
import { Prose } from '../parts/prose.js';

interface UnknownListProps {
  readonly unknowns: readonly Unknown[];
  readonly label: string;
}

/** Open questions about an operation; where the register is in the same file, only which they are. */
export function UnknownList({ unknowns, label }: UnknownListProps) {
  const elsewhere = useContext(OneFile);
  if (unknowns.length === 0) return <p>None about this operation in particular.</p>;
  return (
    <ul class="questions" aria-label={label}>
      {unknowns.map(({ id, question, observed, client, option }) => (
        <li>
          <a href={`unknowns.html#unknown.${id}`}>
            <code>{id}</code>
          </a>
          {!elsewhere && (
            <>
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
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
