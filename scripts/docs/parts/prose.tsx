/** Text of the description: `code` and paragraphs, nothing else. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .trim()
        .split(/`([^`]+)`/)
        .map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>))}
    </>
  );
}
