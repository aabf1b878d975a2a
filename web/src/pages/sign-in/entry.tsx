import { mountPage } from "../../mount.tsx"
import { SignInPage } from "./page.tsx"

mountPage("sign-in", SignInPage)
