import type { RanSample } from '../samples/index.js';
import { Code } from '../parts/code.js';

interface SamplesProps {
  readonly operationId: string;
  readonly samples: readonly RanSample[];
  readonly leftOut: readonly string[];
}

/** Programs that ran: there is no way to show one that did not. */
export function Samples({ operationId, samples, leftOut }: SamplesProps) {
  return (
    <>
      <p>
        Each was executed against the sandbox when this page was made, and was answered. Address, key and secret come
        from <code>FUTURES_URL</code>, <code>FUTURES_API_KEY</code> and <code>FUTURES_API_SECRET</code>.
      </p>
      {samples.map(({ language, label, highlight, code, ranWith, answer, replaced = [] }, i) => (
        <details name={`${operationId}-sample`} open={i === 0} id={`${operationId}.sample.${language}`}>
          <summary>{label}</summary>
          <Code code={code} language={highlight} label={`${operationId} in ${label}`} />
          <p class="ran">
            Executed with {ranWith}; the sandbox answered <code>{beginning(answer)}</code>
            {replaced.length > 0 &&
              ` The described ${replaced.join(', ')} names nothing there: the program has one that does.`}
          </p>
        </details>
      ))}
      {leftOut.map((reason) => (
        <p>{reason}</p>
      ))}
    </>
  );
}

/** Enough to see what it is. */
const beginning = (answer: string): string => (answer.length <= 200 ? answer : `${answer.slice(0, 200)} …`);
