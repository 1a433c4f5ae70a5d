import type { OperationId } from '../../../generated/operations.js';
import type { Page } from '../page.js';
import type { VerifiedSample } from '../samples/verified.js';
import { Sample } from './sample.js';

/** All samples by language, for the file that has all pages: side by side they take a sixth of the bytes. */
export function samplesPage(samples: ReadonlyMap<OperationId, readonly VerifiedSample[]>): Page {
  const all = [...samples].flatMap(([operationId, ran]) => ran.map((sample) => ({ operationId, sample })));
  const labels = [...new Set(all.map(({ sample }) => sample.label))];
  return {
    id: 'samples',
    group: 'Reference',
    title: 'Samples',
    summary: 'each operation in each language',
    body: (
      <>
        <p>
          Each program was executed against the sandbox. Address, key and secret come from <code>FUTURES_URL</code>,{' '}
          <code>FUTURES_API_KEY</code> and <code>FUTURES_API_SECRET</code>.
        </p>
        {labels.map((label) => (
          <>
            <h2 id={`samples-${label.split(' ')[0]?.toLowerCase()}`}>{label}</h2>
            {all
              .filter(({ sample }) => sample.label === label)
              .map(({ operationId, sample }) => (
                <details>
                  <summary>
                    {operationId} in {label}
                  </summary>
                  <Sample operationId={operationId} sample={sample} />
                </details>
              ))}
          </>
        ))}
      </>
    ),
  };
}
