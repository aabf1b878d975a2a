import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  Input,
  InputWrapper,
  NativeSelect,
  Radio,
  TextInput,
} from "@mantine/core"
import styles from "./theme.module.css"

/** Hands the tokens to Mantine. Colours, type and spacing are decided in `tokens.css`, nowhere else. */
export const theme = createTheme({
  primaryColor: "pigment",
  primaryShade: { light: 7, dark: 4 },
  colors: {
    pigment: [
      "#e0efec",
      "#c3e2dd",
      "#9bd6d0",
      "#7dd3cc",
      "#5cc2bb",
      "#3aa49e",
      "#1f8581",
      "#17706e",
      "#115856",
      "#0c4241",
    ],
  },
  fontFamily: "var(--font-text)",
  fontFamilyMonospace: "var(--font-code)",
  headings: { fontFamily: "var(--font-text)", fontWeight: "700" },
  defaultRadius: "var(--radius)",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: "md" },
      vars: (_theme, { variant = "filled" }) => ({
        root: variant === "filled" ? { "--button-color": "var(--on-pigment)" } : {},
      }),
    }),
    Input: Input.extend({ classNames: { wrapper: styles.input } }),
    InputWrapper: InputWrapper.extend({ classNames: { description: styles.description, label: styles.label } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { size: "md" } }),
    Radio: Radio.extend({ defaultProps: { size: "md" }, classNames: { radio: styles.radio } }),
    TextInput: TextInput.extend({ defaultProps: { size: "md", withAsterisk: false } }),
  },
})

const shared = {
  "--mantine-color-body": "var(--canvas)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--muted)",
  "--mantine-color-placeholder": "var(--line-strong)",
  "--mantine-color-anchor": "var(--pigment-text)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--sunken)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-pigment-filled": "var(--pigment)",
  "--mantine-color-pigment-filled-hover": "var(--pigment-hover)",
  "--mantine-primary-color-filled": "var(--pigment)",
  "--mantine-primary-color-filled-hover": "var(--pigment-hover)",
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
