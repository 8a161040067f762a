CREATE TABLE `backup_checks` (
	`name` text PRIMARY KEY NOT NULL,
	`verified_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`actor_id` integer,
	`actor_name` text,
	`act` text NOT NULL,
	`subject_id` integer,
	`subject_name` text,
	`other_id` integer,
	`other_name` text,
	`detail` text,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "journal_by" CHECK("journal"."by" in ('host', 'terminal'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `journal_by_age` ON `journal` (`at`);--> statement-breakpoint
CREATE INDEX `journal_of_actor` ON `journal` (`actor_id`) WHERE "journal"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX `journal_of_subject` ON `journal` (`subject_id`) WHERE "journal"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX `journal_of_other` ON `journal` (`other_id`) WHERE "journal"."other_id" is not null;--> statement-breakpoint
CREATE TABLE `rating_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`ratings` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `rating_reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`driver_id` integer NOT NULL,
	`rating_id` integer,
	`rated_on` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text DEFAULT 'reported' NOT NULL,
	`reported_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rating_reports_reason" CHECK("rating_reports"."reason" in ('not_my_ride', 'harassment', 'mistake', 'other')),
	CONSTRAINT "rating_reports_status" CHECK("rating_reports"."status" in ('reported', 'kept', 'removed', 'withdrawn'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `rating_reports_once` ON `rating_reports` (`rating_id`) WHERE "rating_reports"."rating_id" is not null;--> statement-breakpoint
CREATE INDEX `rating_reports_of_driver` ON `rating_reports` (`driver_id`,`reported_at`);--> statement-breakpoint
CREATE INDEX `rating_reports_in_order` ON `rating_reports` ("status" = 'reported',"reported_at" / 86400000,`id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `is_host` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_on` integer;--> statement-breakpoint
CREATE INDEX `users_members_by_name` ON `users` (lower("username")) WHERE "users"."is_ghost" = 0;--> statement-breakpoint
CREATE INDEX `users_ghosts_by_name` ON `users` ("claimed_by_id" is not null,lower("display_name"),`id`) WHERE "users"."is_ghost" = 1;--> statement-breakpoint
CREATE INDEX `users_hosts` ON `users` (`id`) WHERE "users"."is_host" = 1;--> statement-breakpoint
-- The rest, and the word STRICT above, is written by hand.
UPDATE `users` SET `last_seen_on` = (
	SELECT max(`last_used_at`) / 86400000 * 86400000 FROM `sessions` WHERE `sessions`.`user_id` = `users`.`id`
) WHERE `password_hash` IS NOT NULL;--> statement-breakpoint
INSERT INTO `rating_days` (`day`, `ratings`) SELECT `created_at` / 86400000 AS `on_day`, count(*) FROM `ratings` GROUP BY `on_day`;--> statement-breakpoint
CREATE TRIGGER `ratings_counted_by_day` AFTER INSERT ON `ratings` BEGIN
	INSERT INTO `rating_days` (`day`, `ratings`) VALUES (new.created_at / 86400000, 1)
		ON CONFLICT (`day`) DO UPDATE SET `ratings` = `ratings` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_uncounted_by_day` AFTER DELETE ON `ratings` BEGIN
	UPDATE `rating_days` SET `ratings` = `ratings` - 1 WHERE `day` = old.created_at / 86400000;
END;
--> statement-breakpoint
-- A report is about a rating of this driver. It ends when the rating is deleted, moved to another driver or edited.
CREATE TRIGGER `ratings_reported_gone` BEFORE DELETE ON `ratings` BEGIN
	UPDATE `rating_reports` SET `rating_id` = NULL, `status` = CASE `status` WHEN 'reported' THEN 'withdrawn' ELSE `status` END
		WHERE `rating_id` = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_reported_moved` AFTER UPDATE OF `driver_id` ON `ratings` BEGIN
	UPDATE `rating_reports` SET `rating_id` = NULL, `status` = CASE `status` WHEN 'reported' THEN 'withdrawn' ELSE `status` END
		WHERE `rating_id` = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_reported_said_anew` AFTER UPDATE OF `star_rating`, `ride_quality`, `safety_feeling`, `vibe_quality` ON `ratings`
WHEN new.star_rating <> old.star_rating OR new.ride_quality <> old.ride_quality
	OR new.safety_feeling <> old.safety_feeling OR new.vibe_quality <> old.vibe_quality BEGIN
	UPDATE `rating_reports` SET `rating_id` = NULL, `status` = 'withdrawn' WHERE `rating_id` = old.id AND `status` = 'reported';
END;
--> statement-breakpoint
-- Removes the name of a deleted user from the journal.
CREATE TRIGGER `users_leave_the_journal` BEFORE DELETE ON `users` BEGIN
	UPDATE `journal` SET `actor_id` = NULL, `actor_name` = NULL WHERE `actor_id` = old.id;
	UPDATE `journal` SET `subject_id` = NULL, `subject_name` = NULL WHERE `subject_id` = old.id;
	UPDATE `journal` SET `other_id` = NULL, `other_name` = NULL WHERE `other_id` = old.id;
END;
