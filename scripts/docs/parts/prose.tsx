import type { ComponentChildren } from 'preact';

/** A link whose text is code. */
export const CodeLink = ({ href, code }: { readonly href: string; readonly code: string }) => (
  <a href={href}>
    <code>{code}</code>
  </a>
);

interface ProseProps {
  readonly text: string;
  /** Shows what stands between pieces of code. */
  readonly plain?: (part: string) => ComponentChildren;
}

/** Text of the description: `code` and paragraphs, nothing else. */
export function Prose({ text, plain = (part) => part }: ProseProps) {
  return (
    <>
      {text
        .trim()
        .split(/`([^`]+)`/)
        .map((part, i) => (i % 2 === 0 ? plain(part) : <code key={i}>{part}</code>))}
    </>
  );
}
