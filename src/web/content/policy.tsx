import { Accordion } from "#design/accordion.tsx";
import type { PolicySection } from "./page-content.ts";

interface PolicyProps {
  policy: PolicySection;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** One policy: a summary while collapsed, the whole text while open. */
export function Policy({ policy, open, onToggle }: PolicyProps) {
  return (
    <Accordion
      id={policy.id}
      level={2}
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) onToggle(event.currentTarget.open);
      }}
      title={
        <>
          <span className="block font-display text-xl">{policy.title}</span>
          <span className="mt-0.5 block text-sm font-normal text-taupe">{policy.summary}</span>
        </>
      }
    >
      <div className="space-y-6 pt-2">
        {policy.blocks.map((block) => (
          <section key={block.heading}>
            <h3 className="font-medium">{block.heading}</h3>
            {block.text.map((paragraph) => (
              <p key={paragraph} className="mt-1.5">
                {paragraph}
              </p>
            ))}
            {block.list.length > 0 && (
              <ul className="mt-2 list-disc space-y-1 pl-5 marker:text-champagne">
                {block.list.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </Accordion>
  );
}
