/** Whether all texts inside of an element can be read; one that cannot, such as broken JSON, gets the focus. */
export function isWritten(around: ParentNode | null): boolean {
  const wrong = around?.querySelector<HTMLElement>('textarea:invalid, [data-unreadable] [contenteditable]')
  if (wrong instanceof HTMLTextAreaElement) return wrong.reportValidity()
  wrong?.focus()
  return !wrong
}
