import { useSettings } from "./settings.ts";
import { useTexts } from "./texts-provider.tsx";

/** The shop's own address, as its letters name it. */
export function useShopEmail(): string {
  const t = useTexts();
  return useSettings().replyTo ?? t("footer.email");
}
