/** Marks in the contents the section that is read: the last one whose heading has passed the upper third. */
export function followSections(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents li li a, .toc a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length === 0) return;
  let waits = false;

  function mark(): void {
    waits = false;
    const passed = headings.map((heading) => (heading?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3);
    const current = passed.lastIndexOf(true);
    for (const [i, link] of links.entries()) {
      if (i === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  }

  addEventListener(
    'scroll',
    () => {
      if (!waits) requestAnimationFrame(mark);
      waits = true;
    },
    { passive: true },
  );
  mark();
}
