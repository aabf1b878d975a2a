import { mountPage } from "../../mount.tsx"
import { SignInCodePage } from "./page.tsx"

mountPage("sign-in-code", SignInCodePage)
