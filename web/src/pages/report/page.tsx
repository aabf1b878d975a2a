import type { ReportData } from "../../../../server/src/contract/pages/report.ts"
import { Button } from "../../kit/button.tsx"
import { ParagraphsField, SelectField, TextField } from "../../kit/field.tsx"
import { FormRefusal, refusalAt } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"
import { TokenForm } from "../../kit/token-form.tsx"

const fields = ["about", "reason", "words", "email"]

/** Reports abuse to the operators; it works without an account. */
export function Page({ form, reasons, longest, wasSent, refusal }: ReportData) {
  const { brandName } = useHouse()
  return (
    <Frame width="narrow">
      <Panel label="Report something">
        <Heading
          below={`A link, an offer, a delivery or a workspace that should not be here: those who run ${brandName} read every report.`}
        >
          Report something
        </Heading>
        {wasSent && (
          <Notice tone="good" title="Thank you, it has been passed on.">
            Somebody looks at it. If you left an address, they may write to you.
          </Notice>
        )}
        <FormRefusal refusal={refusal} fields={fields} />
        <ReportForm {...{ form, reasons, longest, refusal }} />
      </Panel>
    </Frame>
  )
}

function ReportForm({ form, reasons, longest, refusal }: Omit<ReportData, "wasSent">) {
  return (
    <TokenForm form={form}>
      <Stack>
        <AboutField form={form} refusal={refusal} />
        <SelectField
          label="What is wrong with it"
          name="reason"
          options={reasons}
          {...(form.reason !== "" && { defaultValue: form.reason })}
          {...refusalAt(refusal, "reason")}
        />
        <WordsField form={form} longest={longest} refusal={refusal} />
        <TextField
          label="Your e-mail address"
          description="Only if you want an answer. Whoever is reported does not see it."
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={form.email}
          maxLength={254}
          {...refusalAt(refusal, "email")}
        />
        <Button type="submit" size="lg" isWide>
          Send the report
        </Button>
      </Stack>
    </TokenForm>
  )
}

function AboutField({ form, refusal }: Pick<ReportData, "form" | "refusal">) {
  return (
    <TextField
      label="Address"
      description="Of what you saw, as the browser shows it."
      name="about"
      defaultValue={form.about}
      autoComplete="off"
      autoCapitalize="none"
      inputMode="url"
      spellCheck={false}
      required
      maxLength={2_000}
      {...refusalAt(refusal, "about")}
    />
  )
}

function WordsField({ form, longest, refusal }: Pick<ReportData, "form" | "longest" | "refusal">) {
  return (
    <ParagraphsField
      label="In your words"
      description="What you saw, and why it should not be here. For a copyright: whose, and of what."
      name="words"
      defaultValue={form.words}
      rows={6}
      maxLength={longest}
      dir="auto"
      {...refusalAt(refusal, "words")}
    />
  )
}
