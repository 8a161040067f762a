ALTER TABLE `password_resets` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `password_resets` ADD `made_by_id` integer REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null;--> statement-breakpoint
CREATE INDEX `password_resets_of_maker` ON `password_resets` (`made_by_id`) WHERE "password_resets"."made_by_id" is not null;