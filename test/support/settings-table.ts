import { SETTINGS, settingNames, variableOf } from '../../server/settings/settings.ts'

const shown = (name: (typeof settingNames)[number]) =>
  name === 'data_dir'
    ? '`~/.winnow`'
    : name === 'user_agent'
      ? 'a current browser’s'
      : `\`${JSON.stringify(SETTINGS[name].default)}\``

/** The settings as the README shows them, made from the one list. */
export const settingsTable = () =>
  ['| Variable | Default | What it does |', '| --- | --- | --- |']
    .concat(
      settingNames.map(
        name => `| \`${variableOf(name)}\` | ${shown(name)} | ${SETTINGS[name].description} |`,
      ),
    )
    .join('\n')
