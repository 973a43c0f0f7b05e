const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The parts of a value that dot paths name; a path goes through lists to every item. Names in other orders stay in that of the value. */
export function pick(value: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
  return pickSteps(
    value,
    paths.map(path => path.replaceAll(/\[\d*\]/g, '').split('.')),
  ) as Record<string, unknown>
}

function pickSteps(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map(item => pickSteps(item, paths))
  if (!isObject(value) || paths.some(path => path.length === 0)) return value
  const names = Object.keys(value).filter(name => paths.some(([first]) => first === name))
  return Object.fromEntries(names.map(name => [name, pickSteps(value[name], below(paths, name))]))
}

const below = (paths: string[][], name: string) =>
  paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
