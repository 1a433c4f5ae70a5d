import type { ComponentChildren } from 'preact';
import type { Evidence as EvidenceOfFact } from '../../generate/evidence.js';
import { anchorOfSource, SOURCES } from '../model/registers.js';
import { Prose } from './prose.js';

/** The class that the switch hides. */
export const hiddenUnless = ({ mark }: EvidenceOfFact): string => (mark === 'declared' ? '' : 'not-declared');

export const Mark = ({ evidence: { mark } }: { readonly evidence: EvidenceOfFact }) => (
  <span class={`mark ${mark}`}>{mark}</span>
);

interface EvidenceProps {
  readonly evidence: EvidenceOfFact;
  /** More that is known, shown with the sources. */
  readonly children?: ComponentChildren;
}

/** The mark of a fact. Who says so is folded behind it: it opens without scripts. */
export function Evidence({ evidence, children }: EvidenceProps) {
  if (evidence.note === undefined && children === undefined) {
    return (
      <span class="evidence">
        <Mark evidence={evidence} />
      </span>
    );
  }
  return (
    <details class="evidence">
      <summary>
        <Mark evidence={evidence} />
      </summary>
      {evidence.note && <Source note={evidence.note} />}
      {children}
    </details>
  );
}

export const Source = ({ note }: { readonly note: string }) => (
  <p class="source">
    <Prose text={note} plain={withLinks} />
  </p>
);

const withLinks = (part: string) =>
  part.split(/\b([A-Z]{2,3})\b/).map((word) =>
    SOURCES.has(word) ? (
      <a href={`field-evidence.html#${anchorOfSource(word)}`} title={SOURCES.get(word)}>
        {word}
      </a>
    ) : (
      word
    ),
  );

export const Marked = ({ text, evidence }: { readonly text: string; readonly evidence: EvidenceOfFact }) => (
  <div class={`fact ${hiddenUnless(evidence)}`.trim()}>
    <p>
      <Prose text={text} />
    </p>
    <Evidence evidence={evidence} />
  </div>
);
