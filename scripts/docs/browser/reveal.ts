/** Opens what the address leads into: not every browser opens a closed part by itself. */
export function revealTarget(): void {
  const reveal = (): void => {
    const target = document.querySelector(':target');
    // A sample in another language than the chosen one.
    const tab = document.querySelector<HTMLInputElement>(
      `.tabs input[value="${target?.getAttribute('data-language') ?? ''}"]`,
    );
    if (tab) tab.checked = true;
    const closed = (): HTMLDetailsElement | null | undefined => target?.closest('details:not([open])');
    if (!closed()) return;
    for (let part = closed(); part; part = closed()) part.open = true;
    target?.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  addEventListener('load', reveal);
}
