import { Code } from '../parts/code.js';
import type { VerifiedSample } from '../samples/verified.js';

interface SampleProps {
  readonly operationId: string;
  readonly sample: VerifiedSample;
}

/** A program, with the verdict of the run in which it was verified. */
export function Sample({ operationId, sample: { language, label, highlight, code, verdict } }: SampleProps) {
  return (
    <div class="sample" id={`${operationId}.sample.${language}`} data-language={language} data-label={label}>
      <Code code={code} language={highlight} label={`${operationId} in ${label}`} />
      <p class="ran">
        {verdict === undefined ? (
          'Changed since it was last run: not verified yet.'
        ) : (
          <>
            Verified with {verdict.ranWith}: the sandbox returned <code>{beginning(verdict.answer)}</code>
            {verdict.replaced !== '' &&
              ` The ${verdict.replaced} of the description does not exist there, so the program has another.`}
          </>
        )}
      </p>
    </div>
  );
}

/** Enough to see what it is. */
const beginning = (answer: string): string => (answer.length <= 120 ? answer : `${answer.slice(0, 120)} …`);
