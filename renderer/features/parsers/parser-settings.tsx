import type { DrawerContent } from './editor-drawer.tsx'
export function ParserSettings(_: DrawerContent) {
  return null
}
