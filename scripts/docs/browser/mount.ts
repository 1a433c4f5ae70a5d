import { type ComponentType, h, render } from 'preact';

/** The page's data for an island, besides its name. */
export interface IslandProps {
  /** Unique in the page; ids of what is in the island begin with it. */
  readonly id: string;
  /** `data-operation`: the operation that the page is about. */
  readonly operation?: string | undefined;
}

let mounted = 0;

/** Puts a component into each `<div data-island="name">`, in place of what the page says there without scripts. */
export function mount(name: string, component: ComponentType<IslandProps>): void {
  const fill = (): void => {
    for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
      element.replaceChildren();
      element.classList.add('island');
      render(h(component, { id: `${name}-${++mounted}`, operation: element.dataset['operation'] }), element);
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fill, { once: true });
  else fill();
}
