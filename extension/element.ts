type Child = Node | string

/** An element with its properties and children. Texts stay texts, whatever a page has put into them. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** A button that is busy until what it does has ended. */
export function button(text: string, onClick: () => Promise<void>, className = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', className }, text)
  made.addEventListener('click', async () => {
    made.disabled = true
    await onClick().finally(() => {
      made.disabled = false
    })
  })
  return made
}
