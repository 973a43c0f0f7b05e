type Child = Node | string

/** Creates an element with its properties and children. Strings become text nodes, so that HTML from a page is not interpreted. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

/** Creates a button that is disabled while its action runs. */
export function button(text: string, onClick: () => Promise<void>, className = ''): HTMLButtonElement {
  const created = element('button', { type: 'button', className }, text)
  created.addEventListener('click', async () => {
    created.disabled = true
    await onClick().finally(() => {
      created.disabled = false
    })
  })
  return created
}
