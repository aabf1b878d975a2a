import { useState } from "react"
import { roleWords } from "../../../../server/src/contract/words.ts"
import { Button } from "../../kit/button.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import spoken from "../../kit/spoken.module.css"
import { When } from "../../kit/when.tsx"
import type { InputOf } from "../calls.ts"
import { Fold } from "../ui/fold.tsx"
import bar from "../ui/lists/chosen-bar.module.css"
import { Difference } from "./difference.tsx"
import { Presets } from "./presets.tsx"
import {
  byServer,
  type CellLevel,
  levelNames,
  levelsUpTo,
  type PermissionTable,
  type PresetId,
  presetWords,
  type TableTool,
  type ToolCell,
} from "./words.ts"

/** An admin's unsaved choices by tool and role. */
type Draft = ReadonlyMap<string, CellLevel>

const keyOf = (tool: string, role: ToolCell["role"]) => `${tool} ${role}`

/** The cells that the draft changes, as the service's input. */
function changesOf(draft: Draft, tools: readonly TableTool[]) {
  return tools.flatMap(({ name, cells }) =>
    cells.flatMap(({ role, level }) => {
      const wished = draft.get(keyOf(name, role))
      return wished === undefined || wished === level ? [] : [{ tool: name, role, level: wished }]
    }),
  )
}

const changingFirst = (a: TableTool, b: TableTool) => Number(a.kind === "read") - Number(b.kind === "read")

/** The presets, and every tool by role. Changes are saved only after a preview. */
export function RolesTable({ table: { preset: saved, tools, changes } }: { table: PermissionTable }) {
  const { draft, preset, changed, choose, choosePreset, reset } = useDraft(tools, saved)
  const [isReviewing, review] = useState(false)
  const count = changed?.cells?.length ?? 0
  const isCustom = preset === undefined && (count > 0 || saved === null)
  return (
    <>
      <Presets chosen={isCustom ? null : (preset ?? saved)} onChoose={choosePreset} />
      <Fold label="Customize" isOpen={saved === null}>
        {[...byServer(tools.toSorted(changingFirst))].map(([server, ofServer]) => (
          <Section key={server} title={server || "Permissions by role"}>
            <Fields tools={ofServer} draft={draft} onChoose={choose} />
          </Section>
        ))}
      </Fold>
      {changed && (
        <section className={`wrap middle gap-2 framed raised ${bar.bar}`} aria-label="Unsaved changes">
          <strong>{preset ? presetWords[preset].title : count === 1 ? "1 change" : `${count} changes`}</strong>
          <Button size="sm" onClick={() => review(true)}>
            Review changes
          </Button>
          <Button size="sm" variant="subtle" onClick={reset}>
            Discard
          </Button>
        </section>
      )}
      {isReviewing && changed && <Difference changed={changed} onClose={() => review(false)} onSaved={reset} />}
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  )
}

/** An admin's unsaved choice: a preset, or single cells. `changed` is undefined while it is the saved table. */
function useDraft(tools: readonly TableTool[], saved: PresetId | null) {
  const [draft, setDraft] = useState<Draft>(new Map())
  const [preset, setPreset] = useState<PresetId>()
  const cells = changesOf(draft, tools)
  const changed = preset ? { preset } : cells.length > 0 ? { cells } : undefined
  const reset = () => {
    setDraft(new Map())
    setPreset(undefined)
  }
  return {
    ...{ draft, preset, reset },
    changed: changed as InputOf<"preview-tool-permissions"> | undefined,
    choose: (key: string, level: CellLevel) => {
      setPreset(undefined)
      setDraft(new Map([...draft, [key, level]]))
    },
    choosePreset: (next: PresetId) => {
      reset()
      if (next !== saved) setPreset(next)
    },
  }
}

interface FieldsProps {
  tools: readonly TableTool[]
  draft: Draft
  onChoose(key: string, level: CellLevel): void
}

function Fields({ tools, draft, onChoose }: FieldsProps) {
  const roles = tools[0]?.cells.map(({ role }) => role) ?? []
  return (
    <table className="roles wide">
      <caption className={spoken.spoken}>Tool permissions by role</caption>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {roleWords[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tools.map(({ name, title, cells }) => (
          <tr key={name}>
            <th scope="row">
              {title}
              {cells.at(-1)?.why && <p>{cells.at(-1)?.why}</p>}
            </th>
            {cells.map((cell) => (
              <td key={cell.role} data-role={roleWords[cell.role]}>
                <Field
                  label={`${title}: ${roleWords[cell.role]}`}
                  cell={cell}
                  wished={draft.get(keyOf(name, cell.role)) ?? cell.level}
                  onChoose={(level) => onChoose(keyOf(name, cell.role), level)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface FieldProps {
  label: string
  cell: ToolCell
  wished: CellLevel
  onChoose(level: CellLevel): void
}

function Field({ label, cell: { level, most, why }, wished, onChoose }: FieldProps) {
  if (most === "never") return <span className="none muted smallest">{why}</span>
  return (
    <select
      className="level framed wide"
      aria-label={label}
      value={wished}
      data-changed={wished !== level || undefined}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as CellLevel)}
    >
      {levelsUpTo(most).map((one) => (
        <option key={one} value={one}>
          {levelNames[one]}
        </option>
      ))}
    </select>
  )
}

function Changes({ changes }: Pick<PermissionTable, "changes">) {
  return (
    <Section title="Change history" below="Kept for 400 days.">
      <Rows>
        {changes.map(({ id, at, who, lines }) => (
          <Row
            key={id}
            title={lines.map((line) => <div key={line}>{line}</div>)}
            detail={
              <>
                {who ?? "Former member"}, <When at={at} />
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
