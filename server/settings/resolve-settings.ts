import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import { fieldPath } from '../base/fields/field-path.ts'
import { ISSUE_OPTIONS, issueHint, issueText } from '../base/fields/issue-text.ts'
import { didYouMean } from '../base/fields/nearest-name.ts'
import { SEALED } from './sealed.ts'
import {
  flagOf,
  SETTING_GROUPS,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingOrigin,
  type SettingValues,
  settingNames,
  variableOf,
} from './settings.ts'

/** The sources of values; absent values are undefined. */
export interface SettingLayers {
  flags: Partial<Record<SettingName, unknown>>
  env: Record<string, string | undefined>
  stored: Record<string, unknown>
}

/** A setting with its value, as shown by `winnow settings` and the settings page. */
export interface SettingRow {
  name: SettingName
  title: string
  /** The heading that the setting is listed under. */
  group: string
  value: unknown
  origin: SettingOrigin
  /** The flag or variable that sets it, because it is given or because nothing else can set it. */
  set_by: string | null
  default: unknown
  restart: boolean
  /** It was changed after the start and takes effect at the next start. */
  waits: boolean
  /** The value saved by the settings page or `winnow settings`, or null. It applies if `set_by` is null. */
  saved: unknown
  secret: boolean
  description: string
}

/**
 * The settings of a running process. `values` changes in place, so that whoever keeps it sees the change. Reading a sealed
 * setting that cannot be opened throws 503, so that nothing continues as if it were not set.
 */
export interface Settings {
  values: Readonly<SettingValues>
  list(): SettingRow[]
  /** Returns the name of the setting if the value is valid; `undefined` stands for the default. Throws 400. */
  checked(name: string, value: unknown): SettingName
  /** Checks and applies the value; `undefined` restores the default. Throws 400. */
  change(name: string, value: unknown): SettingName
  /** Replaces the masks in a value that a client sends back with the secrets that they hide. Throws 400. */
  unmasked(name: string, value: unknown): unknown
  /** Returns what is currently wrong with settings. */
  warnings(): string[]
}

const named = (origin: SettingOrigin, name: SettingName) =>
  origin === 'flag' ? flagOf(name) : origin === 'variable' ? variableOf(name) : `setting ${name}`

/** Resolves every setting: flag, then variable, then settings page, then default. Throws for a bad flag or variable. */
export function resolveSettings(layers: SettingLayers): Settings {
  const values = {} as Record<SettingName, unknown>
  const origins = {} as Record<SettingName, SettingOrigin>
  const warnings = unknownVariables(layers.env)
  const locked = new Set<SettingName>()
  const stored = { ...layers.stored }

  const resolve = (name: SettingName) => {
    const found = candidates(layers, stored, name).find(([, value]) => value !== undefined)
    const [origin, value] = found ?? ['default', undefined]
    if (locked.delete(name)) delete values[name]
    if (value === SEALED) {
      origins[name] = 'settings'
      locked.add(name)
      return lock(values, name)
    }
    const parsed = found ? SETTINGS[name].schema.safeParse(value, ISSUE_OPTIONS) : undefined
    if (parsed && !parsed.success && origin !== 'settings')
      throw new Error(
        `${named(origin, name)} cannot be ${inWords(name, value)}: ${whatIsWrongAndHint(name, parsed.error)}`,
      )
    if (parsed && !parsed.success)
      warnings.push(`The stored ${named(origin, name)} is no longer valid; the default is used.`)
    origins[name] = parsed?.success ? origin : 'default'
    values[name] = parsed?.success ? parsed.data : SETTINGS[name].default
  }
  settingNames.forEach(resolve)
  const started = { ...values }

  const rowOf = (name: SettingName): SettingRow => {
    const { title, description, restart = false, masked, default: fallback } = SETTINGS[name] as Setting
    const value = locked.has(name) ? SEALED : values[name]
    const origin = origins[name]
    return {
      name,
      group: groupOf(name),
      value: shown(name, value),
      origin,
      set_by: setBy(name, origin),
      default: fallback,
      restart,
      waits: restart && !isDeepStrictEqual(value, started[name]),
      saved: shown(name, savedValue(name, stored[name])),
      secret: masked !== undefined,
      title,
      description,
    }
  }

  return {
    values: values as SettingValues,
    warnings: () => [...warnings, ...[...locked].map(name => sealedSetting(name).message)],
    list: () => settingNames.map(rowOf),
    unmasked(name, value) {
      const known = knownName(name)
      const { unmasked } = SETTINGS[known] as Setting
      if (typeof value !== 'string' || !unmasked) return value
      const before = locked.has(known) ? null : values[known]
      return unmasked(value, typeof before === 'string' ? before : null) ?? value
    },
    checked,
    change(name, value) {
      const known = checked(name, value)
      stored[known] = value
      resolve(known)
      return known
    },
  }
}

/** Returns a value without its secrets. */
function shown(name: SettingName, value: unknown): unknown {
  if (value === SEALED) return 'sealed'
  const { masked } = SETTINGS[name] as Setting
  return masked && typeof value === 'string' ? masked(value) : value
}

/** Returns a stored value as it would apply, or null if there is none or it is no longer valid. */
function savedValue(name: SettingName, stored: unknown): unknown {
  if (stored === undefined || stored === SEALED) return stored ?? null
  return SETTINGS[name].schema.safeParse(stored).data ?? null
}

/** Makes the setting not enumerable, so that copies of all values leave it out. */
const lock = (values: object, name: SettingName) =>
  void Object.defineProperty(values, name, {
    configurable: true,
    get() {
      throw sealedSetting(name)
    },
  })

const sealedSetting = (name: SettingName) =>
  new AppError(
    'unavailable_service',
    `The setting \`${name}\` is sealed: only the desktop app of the user who set it can open it.`,
    {
      hint: `Use that app, set it again (${command`settings ${name} VALUE`}), or give ${variableOf(name)} at the start.`,
    },
  )

const candidates = (
  { flags, env }: SettingLayers,
  stored: Record<string, unknown>,
  name: SettingName,
): [SettingOrigin, unknown][] => [
  ['flag', flags[name]],
  ['variable', env[variableOf(name)] || undefined],
  ['settings', stored[name]],
]

const unknownVariables = (env: SettingLayers['env']) => {
  const known = [...settingNames.map(variableOf), 'WINNOW_ACCOUNT', 'WINNOW_KEY']
  return Object.keys(env)
    .filter(name => name.startsWith('WINNOW_') && !known.includes(name))
    .map(
      name =>
        `${name} is not a setting of Winnow. ${didYouMean(name, known, `${command`settings`} lists them.`)}`,
    )
}

/** The data folder holds the stored settings, so it cannot be stored itself. */
const setBy = (name: SettingName, origin: SettingOrigin) => {
  if (origin === 'flag' || origin === 'variable') return named(origin, name)
  return name === 'data_dir' ? flagOf(name) : null
}

const groupOf = (name: SettingName) =>
  Object.entries(SETTING_GROUPS).find(([, settings]) => name in settings)![0]

/** Returns a refused value for an error. The value of a secret setting is left out, and so is an address with a user. */
const inWords = (name: SettingName, value: unknown) =>
  (SETTINGS[name] as Setting).masked || /:\/\/[^/]*@/.test(String(value))
    ? 'what was given'
    : JSON.stringify(value)

function knownName(name: string): SettingName {
  if (name === 'data_dir')
    throw new AppError('invalid_input', 'The data folder cannot be changed from inside it.', {
      field: 'name',
      hint: 'Start Winnow with --data-dir or WINNOW_DATA_DIR.',
    })
  if (settingNames.includes(name as SettingName)) return name as SettingName
  throw new AppError('invalid_input', `There is no setting \`${name}\`.`, {
    field: 'name',
    hint: didYouMean(name, settingNames, `Settings: ${settingNames.join(', ')}.`),
  })
}

function checked(name: string, value: unknown): SettingName {
  const known = knownName(name)
  if (value !== undefined) check(known, value)
  return known
}

function check(name: SettingName, value: unknown) {
  const parsed = SETTINGS[name].schema.safeParse(value, ISSUE_OPTIONS)
  if (parsed.success) return
  throw new AppError('invalid_input', whatIsWrong(name, parsed.error), {
    field: 'value',
    hint: issueHint(parsed.error.issues[0]!) ?? SETTINGS[name].description,
  })
}

const whatIsWrongAndHint = (name: SettingName, error: z.ZodError) =>
  [whatIsWrong(name, error), issueHint(error.issues[0]!)].filter(Boolean).join(' ')

/** Returns the first thing that is wrong with a value, as a sentence that names the setting. */
const whatIsWrong = (name: SettingName, { issues }: z.ZodError) =>
  issueText(issues[0]!, fieldPath([name, ...issues[0]!.path]))
