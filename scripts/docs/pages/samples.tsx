import { useContext } from 'preact/hooks';
import type { OperationId } from '../../../generated/operations.js';
import type { RanSample } from '../samples/index.js';
import type { Page } from '../page.js';
import { Code } from '../parts/code.js';
import { OneFile } from '../parts/one-file.js';

interface SamplesProps {
  readonly operationId: string;
  readonly samples: readonly RanSample[];
  readonly leftOut: readonly string[];
}

/** Programs that ran: there is no way to show one that did not. */
export function Samples({ operationId, samples, leftOut }: SamplesProps) {
  const elsewhere = useContext(OneFile);
  return (
    <>
      <Executed />
      {elsewhere ? (
        <ul>
          {samples.map(({ language, label }) => (
            <li>
              <a href={`#${addressOf(operationId, language)}`}>{label}</a>
            </li>
          ))}
        </ul>
      ) : (
        samples.map((sample, i) => <Sample operationId={operationId} sample={sample} open={i === 0} />)
      )}
      {leftOut.map((reason) => (
        <p>{reason}</p>
      ))}
    </>
  );
}

/** All samples by language, for the file that has all pages: side by side they take a sixth of the bytes. */
export function samplesPage(samples: ReadonlyMap<OperationId, readonly RanSample[]>): Page {
  const all = [...samples].flatMap(([operationId, ran]) => ran.map((sample) => ({ operationId, sample })));
  const labels = [...new Set(all.map(({ sample }) => sample.label))];
  return {
    id: 'samples',
    group: 'Reference',
    title: 'Samples',
    summary: 'each operation in each language',
    body: (
      <>
        <Executed />
        {labels.map((label) => (
          <>
            <h2 id={`samples-${label.split(' ')[0]?.toLowerCase()}`}>{label}</h2>
            {all
              .filter(({ sample }) => sample.label === label)
              .map(({ operationId, sample }) => (
                <Sample operationId={operationId} sample={sample} title={`${operationId} in ${label}`} />
              ))}
          </>
        ))}
      </>
    ),
  };
}

const Executed = () => (
  <p>
    Each was executed against the sandbox when this page was made, and was answered. Address, key and secret come from{' '}
    <code>FUTURES_URL</code>, <code>FUTURES_API_KEY</code> and <code>FUTURES_API_SECRET</code>.
  </p>
);

interface SampleProps {
  readonly operationId: string;
  readonly sample: RanSample;
  readonly title?: string;
  readonly open?: boolean;
}

function Sample({ operationId, sample, title, open = false }: SampleProps) {
  const { language, label, highlight, code, ranWith, answer, replaced = [] } = sample;
  return (
    <details open={open} id={addressOf(operationId, language)}>
      <summary>{title ?? label}</summary>
      <Code code={code} language={highlight} label={`${operationId} in ${label}`} />
      <p class="ran">
        Executed with {ranWith}; the sandbox answered <code>{beginning(answer)}</code>
        {replaced.length > 0 &&
          ` The described ${replaced.join(', ')} names nothing there: the program has one that does.`}
      </p>
    </details>
  );
}

const addressOf = (operationId: string, language: string): string => `${operationId}.sample.${language}`;

/** Enough to see what it is. */
const beginning = (answer: string): string => (answer.length <= 200 ? answer : `${answer.slice(0, 200)} …`);
