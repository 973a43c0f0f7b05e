import {
  SETTING_GROUPS,
  SETTINGS,
  type Setting,
  type SettingName,
  variableOf,
} from '../../../server/settings/settings.ts'

const shownDefault = (name: SettingName) =>
  name === 'data_dir'
    ? '`~/.winnow`'
    : name === 'user_agent'
      ? 'a current browser’s'
      : `\`${JSON.stringify(SETTINGS[name].default)}\``

const descriptionOf = ({ description, restart }: Setting) =>
  restart ? `${description} Takes effect at the next start.` : description

const row = (name: string, setting: Setting) =>
  `| \`${variableOf(name)}\` | ${shownDefault(name as SettingName)} | ${descriptionOf(setting)} |`

const section = ([group, settings]: [string, Record<string, Setting>]) =>
  [
    `## ${group}`,
    '',
    '| Variable | Default | What it does |',
    '| --- | --- | --- |',
    ...Object.entries(settings).map(([name, setting]) => row(name, setting)),
    '',
  ].join('\n')

/** The tables of `docs/settings.md`, made from the list of settings. */
export const settingsTables = () => Object.entries(SETTING_GROUPS).map(section).join('\n')
