/** Whether all texts inside an element are valid. Focuses the first invalid text, such as broken JSON. */
export function isWritten(around: ParentNode | null): boolean {
  const wrong = around?.querySelector<HTMLElement>('textarea:invalid, [data-unreadable] [contenteditable]')
  if (wrong instanceof HTMLTextAreaElement) return wrong.reportValidity()
  wrong?.focus()
  return !wrong
}
