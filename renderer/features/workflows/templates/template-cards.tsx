import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { TEMPLATES } from './templates.ts'
import { useTemplate } from './use-template.ts'

/** Workflow templates. A click creates the workflow and opens it with sample data. */
export function TemplateCards({ columns }: { columns: number }) {
  const use = useTemplate()
  return (
    <Stack component="section" aria-label="Templates" gap={8} w="100%" maw={920}>
      <Title order={2} fz={15}>
        Begin with a template
      </Title>
      <Text size="sm" c="dimmed">
        Each comes with a database and invented sample data, so that you can try it at once, offline and free.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: columns }} spacing={12}>
        {TEMPLATES.map(template => (
          <Paper key={template.id} withBorder p={12} component="article" aria-label={template.title}>
            <Stack gap={8} h="100%">
              <Title order={3} fz={14}>
                {template.title}
              </Title>
              <Text size="sm" flex={1}>
                {template.summary}
              </Text>
              <Button
                size="xs"
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                aria-label={`Use ${template.title}`}
                loading={use.isPending && use.variables === template}
                onClick={() => use.isPending || use.mutate(template)}
              >
                Use
              </Button>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
