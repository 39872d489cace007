import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A step's heading and its number. */
export function StepTitle({ step, children }: { step: 1 | 2; children: string }) {
  const t = useTexts();
  return (
    <>
      <h1 className="text-3xl">{children}</h1>
      <p className="mt-1 text-sm text-taupe">{t("checkout.step", { step })}</p>
    </>
  );
}
