import type { ReportData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { ParagraphsField, SelectField, TextField } from "../../kit/field.tsx"
import { FormRefusal, refusalAt, TokenForm } from "../../kit/forms/token-form.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Stack } from "../../kit/stack.tsx"

const fields = ["about", "reason", "words", "email"]

/** Reports abuse to the operators; it works without an account. */
export function Page({ form, reasons, longest, wasSent, refusal }: ReportData) {
  return (
    <Frame width="narrow">
      <Panel label="Report abuse">
        <Heading below="We read every report.">Report abuse</Heading>
        {wasSent ? (
          <Sent />
        ) : (
          <>
            <FormRefusal refusal={refusal} fields={fields} />
            <ReportForm {...{ form, reasons, longest, refusal }} />
          </>
        )}
      </Panel>
    </Frame>
  )
}

function Sent() {
  return (
    <>
      <Notice tone="good" title="Report sent">
        If you left an email, we may reply.
      </Notice>
      <ButtonLink variant="default" href="/report">
        Send another report
      </ButtonLink>
    </>
  )
}

function ReportForm({ form, reasons, longest, refusal }: Omit<ReportData, "wasSent">) {
  return (
    <TokenForm form={form} noValidate>
      <Stack>
        <AboutField form={form} refusal={refusal} />
        <SelectField
          label="Reason"
          name="reason"
          options={reasons}
          {...(form.reason !== "" && { defaultValue: form.reason })}
          {...refusalAt(refusal, "reason")}
        />
        <WordsField form={form} longest={longest} refusal={refusal} />
        <TextField
          label="Email"
          description="Optional. The reported person won’t see it."
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={form.email}
          maxLength={254}
          {...refusalAt(refusal, "email")}
        />
        <Button type="submit" size="lg" isWide>
          Send report
        </Button>
      </Stack>
    </TokenForm>
  )
}

function AboutField({ form, refusal }: Pick<ReportData, "form" | "refusal">) {
  return (
    <TextField
      label="URL"
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
      label="Details"
      description="For copyright, name the work and its owner."
      name="words"
      defaultValue={form.words}
      rows={6}
      maxLength={longest}
      dir="auto"
      {...refusalAt(refusal, "words")}
    />
  )
}
