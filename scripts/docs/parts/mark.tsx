import type { ComponentChildren } from 'preact';
import type { Evidence } from '../../generate/evidence.js';
import { Prose } from './prose.js';

/** The class that the switch hides. */
export const hiddenUnless = ({ mark }: Evidence): string => (mark === 'declared' ? '' : 'not-declared');

/** How sure a fact is, in a word, and who says so. */
export function Mark({ evidence: { mark, note } }: { readonly evidence: Evidence }) {
  return (
    <>
      <span class={`mark ${mark}`}>{mark}</span>
      {note && (
        <small class="source">
          {' '}
          <Prose text={note} />
        </small>
      )}
    </>
  );
}

/** A sentence with its mark behind it. */
export function Marked({
  text,
  evidence,
  children,
}: {
  text: string;
  evidence: Evidence;
  children?: ComponentChildren;
}) {
  return (
    <p class={hiddenUnless(evidence)}>
      <Prose text={text} /> <Mark evidence={evidence} />
      {children}
    </p>
  );
}
