const repeated =
  (piece: string, before = '') =>
  (bytes: number) =>
    before + piece.repeat(Math.ceil(bytes / piece.length))

const numbered = (piece: (i: number) => string) => (bytes: number) => {
  const pieces: string[] = []
  for (let length = 0, i = 0; length < bytes; i++) length += pieces[pieces.push(piece(i)) - 1]!.length
  return pieces.join('')
}

/** Pages of about `bytes` bytes that are made to keep a reader busy. */
export const HOSTILE: Record<string, (bytes: number) => string> = {
  'nested div': repeated('<div>'),
  'nested div, stray end tags': bytes => repeated('<div>')(bytes / 2) + repeated('</x>')(bytes / 2),
  'unclosed b': repeated('<b>x'),
  'unclosed b and p': repeated('<b><p>'),
  'unclosed font, all different': numbered(i => `<font a=${i}>x<p>`),
  'links in links': repeated('<a href=1>x<div>'),
  'stray ends of p': repeated('</p>'),
  'one tag of many attributes': bytes => `<p ${numbered(i => `a${i}=1 `)(bytes)}>`,
  'only opening brackets': repeated('<'),
  'open comments': repeated('<!--'),
  'open quotes': repeated('<a b="'),
  'many classes': bytes => `<p class="${repeated('a ')(bytes)}">`,
  'many names': numbered(i => `<x${i}>`),
  'empty scripts': repeated('<script></script>'),
  references: repeated('&amp'),
  'text in a table': repeated('x<i>', '<table>'),
  'rows in rows': repeated('<table><tr><td>'),
  'paragraphs in a picture': repeated('<svg><p>'),
  'nested templates': repeated('<template>'),
  'nested select': repeated('<select><option>x'),
  'NUL characters': repeated('x\0'),
}

/** The pages that the anchors were measured with, exactly as they were made there. */
export const HOSTILE_TO_ANCHORS: Record<string, (bytes: number) => string> = {
  'deep div': repeated('<div>'),
  'deep div, stray end tags': bytes => repeated('<div>')(bytes / 2) + repeated('</x>')(bytes / 2),
  'unclosed b and p': repeated('<b><p>'),
  'many attributes': bytes => `<div ${repeated('a1="x" ')(bytes)}>`,
  'only opening brackets': repeated('<'),
  'open comments': repeated('<!-'),
  'open quotes': repeated('<a b="'),
  'many small elements': repeated('<i class="price item name">x</i>'),
}
