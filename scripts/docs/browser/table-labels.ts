/** Names each cell after its column, for narrow screens: there a line is a card, and its head is out of sight. */
export function labelCells(): void {
  for (const table of document.querySelectorAll('.table table')) {
    const heads = [...table.querySelectorAll('thead > tr > *')].map((head) => head.textContent ?? '');
    for (const row of table.querySelectorAll('tbody > tr')) {
      for (const [i, cell] of [...row.children].entries()) {
        if (i > 0 && heads[i]) cell.setAttribute('data-label', heads[i]);
      }
    }
  }
}
