/** Whether all texts inside an element are valid. Focuses the first invalid text, such as broken JSON. */
export function reportTextValidity(container: ParentNode | null): boolean {
  const invalidField = container?.querySelector<HTMLElement>(
    'textarea:invalid, [data-unreadable] [contenteditable]',
  )
  if (invalidField instanceof HTMLTextAreaElement) return invalidField.reportValidity()
  invalidField?.focus()
  return !invalidField
}
