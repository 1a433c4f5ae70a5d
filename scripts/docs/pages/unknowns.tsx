import type { OperationId } from '../../../generated/operations.js';
import { describedOperations } from '../model/operation.js';
import type { Unknown } from '../../generate/described-operation.js';
import { generalUnknowns, unknowns } from '../model/registers.js';
import type { SitePage } from '../page.js';
import { CodeLink, Prose } from '../parts/prose.js';

export function unknownsPage(): SitePage {
  return {
    id: 'unknowns',
    group: 'Reference',
    title: 'What is not known',
    summary: `${unknowns.length} questions that the service document leaves open, and what the client does about each`,
    marked: true,
    body: (
      <>
        <p>
          The service document leaves these questions open. Each entry says what the document says, what public sources
          show, what this client does, and which option changes that.
        </p>
        {unknowns.map((unknown) => (
          <Entry unknown={unknown} />
        ))}
      </>
    ),
  };
}

function Entry({
  unknown: { id, question, heading, documented, observed, client, option, check },
}: {
  unknown: Unknown;
}) {
  return (
    <section id={`unknown.${id}`} class="entry">
      <h2>
        <a href={`#unknown.${id}`}>{id}</a>
      </h2>
      <p>
        <strong>
          <Prose text={question} />
        </strong>
      </p>
      <dl>
        <dt>
          The document, {heading} <span class="mark declared">declared</span>
        </dt>
        <dd>
          <q>
            <Prose text={documented} />
          </q>
        </dd>
        <dt class="not-declared">
          Seen <span class="mark observed">observed</span>
        </dt>
        <dd class="not-declared">
          <Prose text={observed ?? 'Nothing.'} />
        </dd>
        <dt class="not-declared">
          The client <span class="mark assumed">assumed</span>
        </dt>
        <dd class="not-declared">
          <Prose text={client} /> {option !== null && <>Option: {<code>{option}</code>}.</>}
        </dd>
        <dt>Measured by</dt>
        <dd>
          {typeof check === 'string' ? (
            <Prose text={check} />
          ) : (
            <ul>
              {check.map((address) => (
                <li>
                  <CodeLink href={`conformance-checks.html#check.${address}`} code={address} />
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>Touches</dt>
        <dd>
          {generalUnknowns.has(id) && 'every call '}
          {touched(id).map((operationId) => (
            <>
              <a href={`${operationId}.html#${operationId}.unknowns`}>{operationId}</a>{' '}
            </>
          ))}
        </dd>
      </dl>
    </section>
  );
}

const touched = (id: string): readonly OperationId[] =>
  describedOperations
    .filter(({ unknownIds }) => unknownIds.includes(id))
    .map(({ operation: { operationId } }) => operationId);
