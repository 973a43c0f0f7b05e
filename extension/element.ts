type Child = Node | string

/** Creates an element with its properties and children. Strings become text nodes, so that HTML from a page is not interpreted. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Creates a button that is disabled while its action runs. */
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
