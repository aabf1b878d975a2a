import { Section } from "../../kit/section.tsx"
import { type PresetId, presetWords } from "./words.ts"

/** The presets as radio cards. "Custom" is shown only while the table is none of them. */
export function Presets({ chosen, onChoose }: { chosen: PresetId | null; onChoose(preset: PresetId): void }) {
  return (
    <Section title="Preset">
      <fieldset className="presets stack gap-3" aria-label="Preset">
        {(Object.keys(presetWords) as PresetId[]).map((preset) => (
          <label key={preset} className="preset stack gap-3">
            <input type="radio" name="preset" checked={chosen === preset} onChange={() => onChoose(preset)} />
            <span>
              {presetWords[preset].title}
              <small>{presetWords[preset].about}</small>
            </span>
          </label>
        ))}
        {chosen === null && (
          <label className="preset stack gap-3">
            <input type="radio" name="preset" checked readOnly />
            <span>
              Custom
              <small>Set for each tool below.</small>
            </span>
          </label>
        )}
      </fieldset>
    </Section>
  )
}
