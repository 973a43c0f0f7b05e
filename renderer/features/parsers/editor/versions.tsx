import { Group, NavLink, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loadCode } from '../../../lib/load-code.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ConfirmButton } from '../../../ui/actions/confirm-button.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { Time } from '../../../ui/time.tsx'
import { type ParserVersion, useParserActions, versionsQuery } from '../api.ts'
import { draftOf, textOf } from '../draft.ts'
import type { DrawerContent } from './drawer-content.ts'

const JsonDiff = lazy(async () => ({
  default: (await loadCode(() => import('../../../ui/code/json-diff.tsx'))).JsonDiff,
}))

/** All versions with their changes, and a button that restores a version. */
export function Versions({ parser, editing, onClose }: DrawerContent) {
  const versions = useQuery(versionsQuery(useAccount(), parser!.id))
  const [selectedVersion, selectVersion] = useState<number>()
  if (versions.isPending) return <RowsSkeleton />
  if (versions.isError) return <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />
  const comparedVersion =
    versions.data.find(one => one.version === selectedVersion) ?? versions.data[editing.isChanged ? 0 : 1]
  return (
    <Stack gap={16}>
      <Group gap={4}>
        {versions.data.map(one => (
          <NavLink
            key={one.version}
            component="button"
            w="auto"
            px={10}
            py={4}
            style={{ borderRadius: 6 }}
            label={`v${one.version}`}
            description={<Time at={one.created_at} />}
            active={one === comparedVersion}
            aria-pressed={one === comparedVersion}
            onClick={() => selectVersion(one.version)}
          />
        ))}
      </Group>
      {comparedVersion ? (
        <VersionComparison version={comparedVersion} parser={parser} editing={editing} onClose={onClose} />
      ) : (
        <Text c="dimmed">There is one version so far. Each save adds one, and all are kept.</Text>
      )}
    </Stack>
  )
}

type VersionComparisonOptions = Pick<DrawerContent, 'parser' | 'editing' | 'onClose'> & {
  version: ParserVersion
}

function VersionComparison({ version, parser, editing, onClose }: VersionComparisonOptions) {
  const { restoreVersion } = useParserActions()
  const before = textOf(draftOf(version))
  const after = textOf(editing.draft)
  const isNewest = version.version === parser!.version
  const name = editing.isChanged ? 'your draft' : `v${parser!.version}`
  const restore = () =>
    restoreVersion.mutate(
      { id: parser!.id, version: version.version },
      {
        onSuccess() {
          editing.discard()
          onClose()
        },
      },
    )
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Text size="sm">
          {before === after
            ? `v${version.version} is the same as ${name}.`
            : `Changes from v${version.version} to ${name}:`}
        </Text>
        {!isNewest && (
          <ConfirmButton
            question={`v${version.version} becomes v${parser!.version + 1}. The versions in between are kept.${
              editing.isChanged ? ' Your unsaved changes are discarded.' : ''
            }`}
            verb="Restore"
            loading={restoreVersion.isPending}
            onConfirm={restore}
          >
            {`Restore v${version.version}`}
          </ConfirmButton>
        )}
      </Group>
      {restoreVersion.error && <ErrorNotice error={restoreVersion.error} />}
      {before !== after && (
        <Suspense fallback={<RowsSkeleton />}>
          <JsonDiff before={before} after={after} />
        </Suspense>
      )}
    </Stack>
  )
}
