import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const lightDark = (light: string, dark: string) => `light-dark(${light}, ${dark})`

const ACTIVE = lightDark('#f1f3f580', '#25262b80')

const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName], color: lightDark('#364fc7', '#91a7ff') },
  { tag: [tags.string, tags.attributeValue], color: lightDark('#2b6a30', '#8ce99a') },
  { tag: [tags.number, tags.bool, tags.null], color: lightDark('#a33e00', '#ffc078') },
  { tag: [tags.tagName, tags.angleBracket], color: lightDark('#0b6478', '#66d9e8') },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)' },
  { tag: tags.invalid, color: 'var(--winnow-bad)' },
])

const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--mantine-color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    background: 'var(--winnow-quiet)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--winnow-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: ACTIVE },
  // When the whole text is replaced by typing, Chrome copies the background of the first replaced element (say, a bracket)
  // to the new line.
  '.cm-line[style]': { background: 'none !important' },
  '.cm-activeLine[style]': { background: `${ACTIVE} !important` },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: lightDark('#d0ebff', '#1c4a70'),
  },
  '.cm-tooltip, .cm-panels': {
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--winnow-line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--mantine-primary-color-filled)',
    color: '#fff',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: 0.85 },
  '.cm-foldPlaceholder': { background: 'transparent', border: 'none', color: 'inherit' },
  '.cm-searchMatch': { background: lightDark('#ffec99', '#5c4a00') },
  '.cm-matchingBracket': { background: lightDark('#d3f9d8', '#2b4a30') },
})

/** The theme of all code. It follows the app's light and dark colours. */
export const codeTheme: Extension = [editorTheme, syntaxHighlighting(highlight)]
