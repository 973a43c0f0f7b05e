/** What other languages of paths write, and what to write instead. The first form that fits counts. */
const FORMS: readonly [form: RegExp, hint: string][] = [
  [/\[\s*\?/, 'Items are chosen by "where" beside the path, with "all": {"price": {"max": 10}}.'],
  [/\[\s*\(/, 'The last item is "[-1]".'],
  [
    /\[\s*-?\d*\s*[:,]\s*-?\d*/,
    'Read the whole list with "all": true; "limit" keeps its first items. One item is "[0]" or "[-1]".',
  ],
  [/\[\s*\]|\.\*|\[#\]/, 'Every item of a list, or value of an object, is "[*]": "offers[*].price".'],
  [/\|/, 'A path leads all the way, "store.book"; "transform" changes what is there.'],
  [/\]\?/, 'Leave out the "?": a path that leads nowhere gives null.'],
  [/\.["']/, 'A key in quotes stands in brackets: a["first name"].'],
  [/\.\[/, 'Leave out the dot before the bracket: "items[0]".'],
  [/\[\s*[A-Za-z_]/, 'A key in brackets stands in quotes: a["name"].'],
]

const PATH_HINT = `A path reads like props.items[0]['first name'], offers[*].price or steps..text.`

/** Returns what to write in place of a text that is no path into JSON. */
export const pathHint = (path: unknown): string =>
  (typeof path === 'string' && FORMS.find(([form]) => form.test(path))?.[1]) || PATH_HINT
