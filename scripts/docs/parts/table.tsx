import type { ComponentChildren } from 'preact';

interface TableProps {
  /** Names it for those who do not see it. */
  readonly label: string;
  readonly caption?: string;
  /** Cells of the line at its head. */
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A table that can be scrolled sideways, with the keyboard too. */
export function Table({ label, caption, head, children }: TableProps) {
  return (
    <div class="table" tabIndex={0} role="group" aria-label={label}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
